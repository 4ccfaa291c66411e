import { z } from 'zod';
import { StartError } from '../core/start-error.ts';

/** The variables that configure where pictures are stored. */
export const mediaSettings = {
  MEDIA_STORAGE: z.enum(['disk', 's3'], 'must be disk or s3').default('disk'),
  S3_BUCKET: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/, 'must be a name such as eu-central-1')
    .optional(),
  // Some servers need a path in their URL. User, query and fragment mean nothing to S3.
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, message: 'must be an http or https address' })
    .refine(
      isBareAddress,
      'must not contain a user, password, query or fragment; use S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY for keys',
    )
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: z.enum(['true', 'false'], 'must be true or false').optional(),
  S3_PREFIX: z
    .string()
    // Rejects the segments "." and "..", which a server or proxy could resolve to another folder.
    .regex(
      /^(?!(.*\/)?\.\.?(\/|$))[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*\/?$/,
      'must be a folder such as media or pronet/media',
    )
    .optional(),
};

type Values = z.infer<z.ZodObject<typeof mediaSettings>>;
export type MediaStorage = { kind: 'disk' } | ({ kind: 's3' } & ReturnType<typeof s3Of>);

/** What a bucket for backups needs too. */
const CONNECTION: readonly (keyof Values)[] = [
  'S3_REGION',
  'S3_ENDPOINT',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_FORCE_PATH_STYLE',
];

/** Fails with a one-line message if the settings contradict each other, instead of silently ignoring some of them. */
export function mediaStorageOf(values: Values, { backsUpToS3 }: { backsUpToS3: boolean }): MediaStorage {
  if (values.MEDIA_STORAGE === 's3') return { kind: 's3', ...s3Of(values) };
  for (const name of Object.keys(mediaSettings) as (keyof Values)[]) {
    const isUsed = backsUpToS3 && CONNECTION.includes(name);
    if (name.startsWith('S3_') && values[name] !== undefined && !isUsed) {
      throw new StartError(`${name}: has no effect when MEDIA_STORAGE is disk. Set MEDIA_STORAGE=s3, or remove it.`);
    }
  }
  return { kind: 'disk' };
}

/** Whether a URL has no user, password, query or fragment. */
export function isBareAddress(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && url.username === '' && url.password === '' && !/[?#]/.test(value);
}

function s3Of(values: Values) {
  const { S3_BUCKET: bucket } = values;
  if (bucket === undefined) throw new StartError('S3_BUCKET: must be set when MEDIA_STORAGE is s3.');
  const prefix = values.S3_PREFIX === undefined ? '' : `${values.S3_PREFIX.replace(/\/$/, '')}/`;
  return { bucket, ...s3ConnectionOf(values), prefix };
}

/** How to reach a bucket, whichever it is. */
export function s3ConnectionOf(values: Values) {
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = values;
  if ((id === undefined) !== (secret === undefined)) {
    const missing = id === undefined ? 'S3_ACCESS_KEY_ID' : 'S3_SECRET_ACCESS_KEY';
    throw new StartError(`${missing}: must be set together with the other half of the key.`);
  }
  // Servers other than Amazon's also require a region, and most accept this one.
  const region = values.S3_REGION ?? (endpoint === undefined ? undefined : 'us-east-1');
  if (region === undefined) throw new StartError('S3_REGION: must be set when S3_ENDPOINT is not set.');
  const pathStyle = values.S3_FORCE_PATH_STYLE;
  return {
    region,
    endpoint,
    credentials: id !== undefined && secret !== undefined ? { accessKeyId: id, secretAccessKey: secret } : undefined,
    /** Virtual-host style needs a DNS name for each bucket, which only Amazon and large providers have. */
    forcePathStyle: pathStyle === undefined ? endpoint !== undefined : pathStyle === 'true',
  };
}
