import { createHash } from 'node:crypto';
import { DeleteObjectsCommand, type DeleteObjectsCommandInput } from '@aws-sdk/client-s3';

const SDK_CHECKSUM = /^x-amz-(sdk-)?checksum-/i;

/**
 * A DeleteObjects with Content-MD5: older servers of other vendors reject the SDK's CRC32 with 400 MissingContentMD5.
 * https://github.com/aws/aws-sdk-js-v3/blob/main/supplemental-docs/MD5_FALLBACK.md
 */
export function removalCommand(input: DeleteObjectsCommandInput): DeleteObjectsCommand {
  const command = new DeleteObjectsCommand(input);
  command.middlewareStack.add(
    (next) => (args) => {
      const request = args.request as { headers: Record<string, string>; body: string };
      const kept = Object.entries(request.headers).filter(([name]) => !SDK_CHECKSUM.test(name));
      const md5 = createHash('md5').update(request.body).digest('base64');
      request.headers = { ...Object.fromEntries(kept), 'content-md5': md5 };
      return next(args);
    },
    // After the SDK's checksum, which is also a build step, and before the signature, which covers the header.
    { name: 'contentMd5', step: 'build', priority: 'low' },
  );
  return command;
}
