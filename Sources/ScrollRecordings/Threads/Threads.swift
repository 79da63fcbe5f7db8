#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Threads for work on several elements at the same time.
package enum Threads {
  /// The number of processors in use.
  package static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

extension Array where Element: Sendable {
  /// The results of a function for each element, in the order of the elements.
  ///
  /// - Parameters:
  ///   - threads: the number of threads that call the function; with 1 it is called on this thread.
  ///   - work: the function, called for several elements at the same time.
  package func map<Result: Sendable>(
    threads: Int, _ work: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    guard threads > 1, count > 1 else { return map(work) }
    var results: [Result] = []
    results.reserveCapacity(count)
    let workers = OrderedWorkers(count: Swift.min(threads, count), window: count, work: work) {
      results.append($0)
    }
    // Only a failed output would throw, and appending does not fail.
    for element in self { try? workers.submit(element) }
    try? workers.finish()
    return results
  }
}
