#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Workers that are lent to one thread at a time; there are as many as were ever out together.
final class WorkerPool<Worker>: @unchecked Sendable {
  private let make: () -> Worker
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// Belongs to the lock.
  private var idle: [Worker] = []

  /// - Parameter make: makes a worker, on any thread.
  init(_ make: @escaping () -> Worker) {
    self.make = make
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// Calls `body` with a worker that nobody else has.
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
