/// The ids of a page's parts: the screen's own, made such that they are ids of HTML and none equals another.
enum PageID {
    static func element(_ id: String) -> String { "e:\(id.percentEncoded)" }
    static func rows(of list: String) -> String { "l:\(list.percentEncoded)" }
    static func more(of list: String) -> String { "m:\(list.percentEncoded)" }
    static func row(_ id: String, in list: String) -> String { "r:\(list.percentEncoded):\(id.percentEncoded)" }
}
