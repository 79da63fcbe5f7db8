#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// How many recordings a study takes: some in each run of the tests, all of them where SCROLLFIT_WHOLE_STUDIES is set.
///
/// `Tests/Studies/README.md` says when. Bounds of shares must follow from the number.
package func studySize(_ some: Int, whole: Int) -> Int {
  getenv("SCROLLFIT_WHOLE_STUDIES") == nil ? some : whole
}

/// The standard deviation of a share of independent cases.
package func deviation(ofShare share: Double, of count: Int) -> Double {
  (share * (1 - share) / Double(count)).squareRoot()
}
