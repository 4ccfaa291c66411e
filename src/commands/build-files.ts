import '../areas/taxonomies/built-places.ts';
import { loadReferenceBundle } from '../web/docs/reference-bundle.ts';

/** Makes what the first start would make, for an image whose files can't be written: `node src/commands/build-files.ts`. */
await loadReferenceBundle();
