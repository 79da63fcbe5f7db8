#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Threads that process jobs in parallel and emit their outputs in the order of the jobs.
///
/// Threads are used instead of tasks, because a thread that waits for input does not block the output of the others.
/// The number of jobs that are queued, running or waiting for output is bounded, so memory is bounded too.
package final class OrderedWorkers<Job: Sendable, Output: Sendable>: @unchecked Sendable {
  private let work: @Sendable (Job) -> Output
  private let emit: (Output) throws -> Void
  private let window: Int

  // The lock protects the following.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let hasJob = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let hasRoom = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var queue: [(index: Int, job: Job)] = []
  private var done: [Int: (output: Output, weight: Int)] = [:]
  private var weights: [Int: Int] = [:]
  private var submitted = 0
  private var emitted = 0
  private var outstanding = 0
  private var isEmitting = false
  private var isClosed = false
  private var failure: (any Error)?
  private var threads: [pthread_t] = []

  /// Starts `count` threads.
  ///
  /// - Parameters:
  ///   - window: the maximum total weight of jobs between `submit` and output; a single job may exceed it.
  ///   - work: processes a job, on any thread, several at a time.
  ///   - emit: receives the outputs, on any thread, one at a time, in the order of the jobs. An error ends the run.
  package init(
    count: Int, window: Int, work: @escaping @Sendable (Job) -> Output,
    emit: @escaping (Output) throws -> Void
  ) {
    self.work = work
    self.emit = emit
    self.window = window
    pthread_mutex_init(lock, nil)
    pthread_cond_init(hasJob, nil)
    pthread_cond_init(hasRoom, nil)
    for _ in 0..<max(1, count) { start() }
  }

  deinit {
    pthread_mutex_destroy(lock)
    pthread_cond_destroy(hasJob)
    pthread_cond_destroy(hasRoom)
    lock.deallocate()
    hasJob.deallocate()
    hasRoom.deallocate()
  }

  private func start() {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    pthread_attr_init(attributes)
    defer {
      pthread_attr_destroy(attributes)
      attributes.deallocate()
    }
    // Some systems give threads stacks of only 128 KiB.
    pthread_attr_setstacksize(attributes, 4 << 20)
    let context = Unmanaged.passRetained(Runner { [unowned self] in run() }).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      let status = pthread_create(&thread, attributes, { Runner.run($0) }, context)
      if status == 0, let thread { threads.append(thread) }
    #else
      var thread = pthread_t()
      let status = pthread_create(&thread, attributes, { Runner.run($0) }, context)
      if status == 0 { threads.append(thread) }
    #endif
    if status != 0 { Unmanaged<Runner>.fromOpaque(context).release() }
  }

  /// Queues a job; blocks while too many jobs are pending.
  ///
  /// - Parameter weight: the weight of the job in the window until its output is emitted.
  /// - Throws: the error that `emit` threw.
  package func submit(_ job: Job, weight: Int = 1) throws {
    guard !threads.isEmpty else {
      // No thread could be created, so the job runs here.
      return try emit(work(job))
    }
    pthread_mutex_lock(lock)
    while outstanding > 0, outstanding + weight > window, failure == nil {
      pthread_cond_wait(hasRoom, lock)
    }
    let failure = failure
    if failure == nil {
      weights[submitted] = weight
      queue.append((submitted, job))
      submitted += 1
      outstanding += weight
      pthread_cond_signal(hasJob)
    }
    pthread_mutex_unlock(lock)
    if let failure { throw failure }
  }

  /// Waits until all outputs are emitted. No jobs can be submitted afterwards.
  package func finish() throws {
    pthread_mutex_lock(lock)
    isClosed = true
    pthread_cond_broadcast(hasJob)
    pthread_mutex_unlock(lock)
    for thread in threads { pthread_join(thread, nil) }
    if let failure { throw failure }
  }

  private func run() {
    pthread_mutex_lock(lock)
    while true {
      while queue.isEmpty, !isClosed { pthread_cond_wait(hasJob, lock) }
      guard !queue.isEmpty else { break }
      let (index, job) = queue.removeFirst()
      if failure == nil {
        pthread_mutex_unlock(lock)
        let output = work(job)
        pthread_mutex_lock(lock)
        done[index] = (output, weights.removeValue(forKey: index) ?? 1)
        handOver()
      }
    }
    pthread_mutex_unlock(lock)
  }

  /// Emits all outputs that are next in order. The lock is held, but not while `emit` runs.
  private func handOver() {
    guard !isEmitting else { return }
    isEmitting = true
    while failure == nil, let next = done.removeValue(forKey: emitted) {
      pthread_mutex_unlock(lock)
      let result = Result { try emit(next.output) }
      pthread_mutex_lock(lock)
      emitted += 1
      outstanding -= next.weight
      if case .failure(let error) = result { failure = error }
      pthread_cond_signal(hasRoom)
    }
    isEmitting = false
  }
}

/// The body of a thread.
private final class Runner {
  private let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }

  static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<Runner>.fromOpaque(context).takeRetainedValue().body()
    return nil
  }
}
