/// Returns the variable of the environment that stands for a setting of a host: `FEATUREHOST_MAX_SESSIONS` for
/// `max-sessions` of `featurehost`.
package func environmentVariable(_ setting: String, of host: String) -> String {
    String("\(host)_\(setting)".uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
}
