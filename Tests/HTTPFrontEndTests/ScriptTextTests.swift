import HTTPFrontEnd
import Testing

/// Tests of the script's minification.
@Suite(.timeLimit(.minutes(5))) struct ScriptTextTests {
    @Test(arguments: [
        ("const count = 1; // one\nsend(count);", "let a=1;send(a);"),
        ("/* two\nlines */ let name = 1;\n\nreturn name;", "let a=1;return a;"),
        ("let a = 1, long = a + 1; send(long, long);", "let b=1,a=b+1;send(a,a);"),
        ("function add(one, two) { return one + two; }", "function c(a,b){return a+b}"),
        ("const all = (first, [second], ...rest) => first + second + rest;", "let d=(a,[b],...c)=>a+b+c;"),
        ("try { send(); } catch (error) { show(error); }", "try{send()}catch(a){show(a)}"),
        ("for (const row of rows) add(row);", "for(let a of rows)add(a);"),
        (
            "class Dog { name = 1; bark(loud) { return this.name + loud; } }",
            "class b{name=1;bark(a){return this.name+a}}"
        ),
        (
            "class Dog { static #age = old; get age() { return Dog.#age; } }",
            "class a{static #age=old;get age(){return a.#age}}"
        ),
    ]) func `Declared names get short names, and comments and spaces disappear`(script: String, short: String) {
        #expect(ScriptText.shortened(script) == short)
    }

    @Test(arguments: [
        (#"const word = "word // \" word"; send('word', word);"#, #"let a="word // \" word";send('word',a);"#),
        (
            "const word = `word ${word + `${ {word} }` + \"}\"} /* word */`;",
            "let a=`word ${a+`${{word:a}}`+\"}\"} /* word */`;"
        ),
        ("const word = `${first}word${word}`;", "let a=`${first}word${a}`;"),
        (#"const word = /[/"]word\//g; send(word / 2 / word);"#, #"let a=/[/"]word\//g;send(a/2/a);"#),
        ("const one = 1; return /one/.test(one) && /one/ in one;", "let a=1;return/one/.test(a)&&/one/ in a;"),
        ("let one = 1; send(one - -one, one + +one, one++ + one);", "let a=1;send(a- -a,a+ +a,a++ +a);"),
    ]) func `Texts, templates and regular expressions stay as they are`(script: String, short: String) {
        #expect(ScriptText.shortened(script) == short)
    }

    @Test(arguments: [
        ("const name = 1; dog.name = dog?.name + name;", "let a=1;dog.name=dog?.name+a;"),
        (
            "const name = 1; send({ name, age: name, name() {}, get name() {} });",
            "let a=1;send({name:a,age:a,name(){},get name(){}});"
        ),
        (
            "const { name, age: years = 2, ...others } = dog; send(name, years, others);",
            "let{name:a,age:b=2,...c}=dog;send(a,b,c);"
        ),
        ("const { name = 1 } = dog, { [key]: value } = dog;", "let{name:a=1}=dog,{[key]:b}=dog;"),
        ("const name = 1; ({ name } = dog); [name] = dogs;", "let a=1;({name:a}=dog);[a]=dogs;"),
        ("const class1 = edit.class, edits = { class: class1, const: 1 };", "let a=edit.class,b={class:a,const:1};"),
        (
            "const to = 2; send({ half: to * to, ask: async next => next + to });",
            "let a=2;send({half:a*a,ask:async b=>b+a});"
        ),
    ]) func `The names of properties stay, and shorthand becomes longer`(script: String, short: String) {
        #expect(ScriptText.shortened(script) == short)
    }

    @Test(arguments: [
        (
            "function one(first) { send(first); } function two(second) { send(second); }",
            "function b(a){send(a)}function c(a){send(a)}"
        ),
        (
            "(() => { const all = 1; function one(first) { send(first, all); } function two(second) { send(second); } })();",
            "(()=>{let a=1;function c(b){send(b,a)}function b(a){send(a)}})();"
        ),
        ("if (is) { var one = 1; } if (is) { var two = 2; }", "if(is){var a=1}if(is){var b=2}"),
        ("let one = {}, two = next => one + next;", "let a={},c=b=>a+b;"),
    ]) func `Names that no part of a script uses together get the same new name`(script: String, short: String) {
        #expect(ScriptText.shortened(script) == short)
    }

    @Test(arguments: [
        ("const one = 1; send(is ? one : { one }, is ? { one } : one);", "let a=1;send(is?a:{one:a},is?{one:a}:a);"),
        ("const half = is ? .5 : 1; send(half);", "let a=is?.5:1;send(a);"),
        ("one: for (const one of all) { if (one) continue one; }", "one:for(let a of all){if(a)continue one}"),
        ("switch (is) { case one: { const one = 1; send(one, one); } }", "switch(is){case a:{let a=1;send(a,a)}}"),
        ("const found = \"key\" in dog, next = 2; send(next);", "let b=\"key\"in dog,a=2;send(a);"),
        ("if (is) { send(is); } else { send(document); }", "if(is){send(is)}else{send(document)}"),
    ]) func `Choices, labels and loops are understood`(script: String, short: String) {
        #expect(ScriptText.shortened(script) == short)
    }

    @Test(arguments: [
        "", "\"", "`${", "/[", "}", ")]}", "const", "const {", "/*", "\\", "`a${b}`}", "=>", "({", "'\\", "class",
    ])
    func `A malformed script does not stop the process`(script: String) {
        _ = ScriptText.shortened(script)
    }

    @Test func `New names are no reserved words and no names of globals`() {
        let names = (0..<3_000).map { "name\($0)" }
        let short = ScriptText.shortened("send(a, b, of, $);" + names.map { "const \($0) = 1;" }.joined())
        let made = short.matches(of: /let ([^=]+)=/).map { String($0.1) }
        #expect(Set(made).count == names.count && made.allSatisfy { $0.utf8.count <= 2 })
        #expect(Set(made).isDisjoint(with: ["a", "b", "$", "do", "if", "in", "of"]))
    }
}
