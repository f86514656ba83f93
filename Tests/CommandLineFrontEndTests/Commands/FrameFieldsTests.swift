import Testing

@Suite("Members of the JSON", .timeLimit(.minutes(5)))
struct FrameFieldsTests {
    @Test("The selected members are written in the given order")
    func fields() async {
        let ending = await run("launch", "kennel", "--fields", "title,phase,title")
        #expect(ending.output == #"{"title":"Kennel","phase":{"kind":"ready"}}"# + "\n")
        let performed = await run(
            "perform", "kennel", "adopt", "name=Rex", "age=3", "--json", "--fields", "feature,revision,tone")
        #expect(performed.output == #"{"feature":"kennel","revision":2,"tone":"plain"}"# + "\n")
    }

    @Test("Each member is as in the whole frame")
    func members() async {
        let names = "session,feature,revision,title,tone,phase,elements,buttons"
        let ending = await run("launch", "kennel", "--fields", names)
        #expect(ending.output.contains(#""elements":[{"kind":"list","id":"dogs","rows":[{"id":"1","title":"Alfred""#))
        #expect(ending.output.contains(#""buttons":[{"action":"refresh""#))
    }

    @Test("An unknown name is refused with the nearest")
    func unknown() async {
        let ending = await run("launch", "kennel", "--fields", "titel")
        #expect(ending.code == 64)
        #expect(ending.errors.contains(#"got "titel"; did you mean 'title'?"#))
    }
}
