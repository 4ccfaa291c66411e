import { signExportUrl } from '../../adapters/storage/media-signing.ts';
import type { KeyRing } from '../../core/key-ring.ts';
import type { ExportRow } from './columns.ts';
import type { ExportWire } from './schemas.ts';

type Addresses = { config: { baseUrl: string }; keys: { media: KeyRing } };

export function presentExport(
  { id, status, created_at, expires_at }: ExportRow,
  { config, keys }: Addresses,
): ExportWire {
  const address = { baseUrl: config.baseUrl, id, secret: keys.media[0] };
  return {
    id,
    status,
    created_at: created_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
    url: expires_at && signExportUrl({ ...address, expiresAt: expires_at }),
  };
}
