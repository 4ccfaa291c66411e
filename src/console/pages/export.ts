import type { ExportWire } from '../../areas/exports/schemas.ts';
import { problemOf } from '../problems.ts';
import type { ConsolePages } from '../site.ts';

const PATH = '/console/export';

/** Exports everything that the account owns. */
export function exportPages(pages: ConsolePages): void {
  pages.get(PATH, 'console.show_export_form', (visit) => visit.show('export/ask', { title: 'Export' }));

  pages.post(PATH, 'console.create_export', async (visit) => {
    const answer = await visit.attempt<{ export: ExportWire }>('POST', '/v1/exports');
    if (answer.ok) return visit.redirect(`${PATH}/${answer.data.export.id}`);
    const problem = problemOf(answer);
    if (problem.code === 'rate_limited')
      problem.message = 'You can create up to three exports per day. Try again tomorrow.';
    return visit.show('export/ask', { title: 'Export', problem }, 422);
  });

  pages.get(`${PATH}/:export_id`, 'console.show_export', async (visit) => {
    const path = `/v1/exports/${encodeURIComponent(visit.param('export_id'))}`;
    const data = await visit.call<{ export: ExportWire }>('GET', path);
    return visit.show('export/state', { title: 'Export', export: data.export });
  });
}
