/// The name of an exported type, and its forms in different languages.
public struct CodeName: Sendable, Hashable {
  /// The name as given, such as `ScrollBounce`.
  public let text: String

  /// Creates a name; nil if it is not a valid identifier in every export language.
  ///
  /// Valid: an ASCII letter, then ASCII letters, digits and underscores, at most 64 in all; no reserved word of any
  /// language.
  public init?(_ text: String) {
    let scalars = Array(text.unicodeScalars)
    guard let first = scalars.first, Self.isLetter(first), scalars.count <= 64,
      scalars.allSatisfy({ Self.isLetter($0) || ("0"..."9").contains($0) || $0 == "_" }),
      !Self.reserved.contains(text)
    else { return nil }
    self.text = text
  }

  /// Creates a name that is known to be valid.
  init(known text: String) { self.text = text }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  /// `scroll_bounce`.
  package var snake: String { Self.snake(text) }
  /// `SCROLL_BOUNCE`.
  var upperSnake: String { snake.uppercased() }
  /// `scroll-bounce`.
  var kebab: String { String(snake.map { $0 == "_" ? "-" : $0 }) }

  /// The words in lower case, separated by underscores: `decayRate` becomes `decay_rate`.
  package static func snake(_ name: String) -> String {
    var result = ""
    let letters = Array(name)
    for (index, letter) in letters.enumerated() {
      if letter.isUppercase, index > 0, letters[index - 1] != "_" {
        let startsWord = index + 1 < letters.count && letters[index + 1].isLowercase
        if !letters[index - 1].isUppercase || startsWord { result += "_" }
      }
      result += letter.lowercased()
    }
    return result
  }

  /// Reserved words of Swift, Kotlin, Dart, JavaScript and C, and names that the exports define.
  private static let reserved: Set<String> = Set(
    """
    abstract actor any as assert associatedtype async auto await boolean borrowing bool break byte case \
    catch char class const constructor consuming continue convenience covariant debugger default \
    defer deferred deinit delete didSet do double dynamic else enum eval export extends extension \
    extern external factory fallthrough false file fileprivate final finally float for fun func function \
    get goto guard if implements import in indirect infix init inline inout instanceof int interface \
    internal is isolated late lateinit lazy let library long macro mixin mutating native new nil \
    nonisolated null object of on open operator optional out override package part postfix precedence \
    prefix private protected protocol public register repeat required rethrow rethrows return sealed \
    self set short show signed sizeof some static struct subscript super switch sync synchronized \
    this throw throws transient true try type typealias typedef typeof undefined union unowned \
    unsigned val var vararg void volatile weak when where while willSet with yield arguments inf \
    nan NaN Infinity NAN INFINITY Self Type Protocol Any \
    exp expm1 log ln log1p cos sin sqrt while floor abs fabs fmin fmax min max math kotlin dart position velocity spring \
    Math Object Number Double Float String Bool Int Void Simulation SpringDescription SpringSpec \
    FrictionSimulation DecayAnimationSpec Spring Animation CGFloat CGVector UIScrollView \
    UISpringTimingParameters UIKit SwiftUI Foundation override
    """.split(separator: " ").map(String.init))
}
