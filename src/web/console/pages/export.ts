import type { ExportWire } from '../../../areas/exports/schemas.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import { type Problem, problemOf } from '../problems.ts';

const PATH = '/console/export';

export function exportPages(pages: ConsolePages): void {
  pages.get(PATH, 'console.show_export_form', (page) => page.show('export/ask', { title: 'Export' }));

  const askAgain = (page: ConsoleContext, problem: Problem) =>
    page.show('export/ask', { title: 'Export', problem }, 422);
  const createExport = async (page: ConsoleContext) => {
    const answer = await page.attempt<{ export: ExportWire }>('POST', '/v1/exports');
    if (answer.ok) return page.redirect(`${PATH}/${answer.data.export.id}`);
    const problem = problemOf(answer);
    if (problem.code === 'rate_limited')
      problem.message = 'You can create up to three exports per day. Try again tomorrow.';
    return askAgain(page, problem);
  };
  pages.post(PATH, 'console.create_export', createExport, {
    keeps: (page, _form, _upload, problem) => askAgain(page, problem),
  });

  pages.get(`${PATH}/:export_id`, 'console.show_export', async (page) => {
    const path = `/v1/exports/${page.segment('export_id')}`;
    const data = await page.call<{ export: ExportWire }>('GET', path);
    return page.show('export/state', { title: 'Export', export: data.export });
  });
}
