import { BUCKET, s3Options, startS3Server } from '../../test/support/s3-server.ts';

/** An S3 server in a separate process. Sends the settings for a server that uses it to the parent process. */
const server = await startS3Server();
const { endpoint, region, credentials } = s3Options(server.port);
process.once('SIGTERM', async () => {
  await server.close();
  process.disconnect?.();
});
process.send!({
  MEDIA_STORAGE: 's3',
  S3_BUCKET: BUCKET,
  S3_ENDPOINT: endpoint,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: credentials!.accessKeyId,
  S3_SECRET_ACCESS_KEY: credentials!.secretAccessKey,
});
