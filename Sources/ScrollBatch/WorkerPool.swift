#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Workers that each thread borrows exclusively; the pool grows to the maximum number borrowed at once.
final class WorkerPool<Worker>: @unchecked Sendable {
  private let make: () -> Worker
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// Protected by the lock.
  private var idle: [Worker] = []

  /// - Parameter make: creates a worker, on any thread.
  init(_ make: @escaping () -> Worker) {
    self.make = make
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// Calls `body` with a worker that no other thread uses.
  func with<Result>(_ body: (Worker) -> Result) -> Result {
    pthread_mutex_lock(lock)
    let found = idle.popLast()
    pthread_mutex_unlock(lock)
    let worker = found ?? make()
    let result = body(worker)
    pthread_mutex_lock(lock)
    idle.append(worker)
    pthread_mutex_unlock(lock)
    return result
  }
}
