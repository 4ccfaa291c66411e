/**
 * Must be the first import of `cli.ts`: libuv reads the size when its pool starts. Images, passwords, `fs` and
 * `dns.lookup` share its default of four threads, so slow tasks would delay every `fs.stat`. The operator's size wins.
 */
process.env['UV_THREADPOOL_SIZE'] ??= '8';
