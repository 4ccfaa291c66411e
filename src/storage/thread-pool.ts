/**
 * Must be the FIRST import of `cli.ts`: libuv reads the size once, when its pool starts, and packages start
 * it while they load. Decoding a picture, hashing a password, `fs` and `dns.lookup` share the pool's four default
 * threads, and a few slow ones make every `fs.stat` wait behind them. A size given by the operator stays.
 */
process.env['UV_THREADPOOL_SIZE'] ??= '8';
