import Testing

@Suite("The option --fields", .timeLimit(.minutes(5)))
struct FrameFieldsTests {
    @Test("--fields writes the selected members in the given order")
    func fields() async {
        let ending = await run("launch", "kennel", "--fields", "title,phase,title")
        #expect(ending.output == #"{"title":"Kennel","phase":{"kind":"ready"}}"# + "\n")
        let performed = await run(
            "perform", "kennel", "adopt", "name=Rex", "age=3", "--json", "--fields", "feature,revision,tone")
        #expect(performed.output == #"{"feature":"kennel","revision":2,"tone":"plain"}"# + "\n")
    }

    @Test("Each selected member has the same JSON as in the whole frame")
    func members() async {
        let names = "session,feature,revision,title,tone,phase,elements,buttons"
        let ending = await run("launch", "kennel", "--fields", names)
        #expect(ending.output.contains(#""elements":[{"kind":"list","id":"dogs","rows":[{"id":"1","title":"Alfred""#))
        #expect(ending.output.contains(#""buttons":[{"action":"refresh""#))
    }

    @Test("An unknown member name is refused, and the message suggests the nearest name")
    func unknown() async {
        let ending = await run("launch", "kennel", "--fields", "titel")
        #expect(ending.code == 64)
        #expect(ending.errors.contains(#"got "titel"; did you mean 'title'?"#))
    }
}
