/**
 * Must be the first import of `cli.ts`: libuv reads the size once, when its pool starts, and packages start the pool
 * while they load. Image decoding, password hashing, `fs` and `dns.lookup` share the pool's default of four threads, so
 * a few slow tasks would delay every `fs.stat`. A size set by the operator takes precedence.
 */
process.env['UV_THREADPOOL_SIZE'] ??= '8';
