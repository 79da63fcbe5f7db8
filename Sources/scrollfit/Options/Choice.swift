public import ArgumentParser

/// The value of an option that is one of a few words: those of an enumeration.
///
/// ArgumentParser's own list of the words goes through key paths for every case of every option, which takes a
/// tenth of the time from the start of the tool to the fit of one recording.
public protocol Choice: ExpressibleByArgument, CaseIterable, RawRepresentable
where RawValue == String {}

extension Choice {
  /// The words.
  public static var allValueStrings: [String] { allCases.map { $0.rawValue } }
  /// None: the help of an option describes its words.
  public static var allValueDescriptions: [String: String] { [:] }
}
