import { signExportUrl } from '../../adapters/storage/media-signing.ts';
import type { KeyRing } from '../../core/key-ring.ts';
import type { ExportRow } from './columns.ts';
import type { ExportWire } from './schemas.ts';

type Addresses = { config: { baseUrl: string }; keys: { media: KeyRing } };

/** Where anyone who has the address can download the file until it expires. */
export const addressOf = ({ id, expires_at }: { id: string; expires_at: Date }, { config, keys }: Addresses): string =>
  signExportUrl({ baseUrl: config.baseUrl, id, secret: keys.media[0], expiresAt: expires_at });

export function presentExport(
  { id, status, created_at, expires_at }: ExportRow,
  { config, keys }: Addresses,
): ExportWire {
  return {
    id,
    status,
    created_at: created_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
    url: expires_at && addressOf({ id, expires_at }, { config, keys }),
  };
}
