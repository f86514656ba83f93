/// Returns the name of the environment variable for a setting of a host.
///
/// For example, the variable for `max-sessions` of `featurehost` is `FEATUREHOST_MAX_SESSIONS`.
package func environmentVariable(_ setting: String, of host: String) -> String {
    String("\(host)_\(setting)".uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
}
