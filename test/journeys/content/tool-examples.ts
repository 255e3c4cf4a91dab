import { exampleReport } from '../../../src/paid/audit/operation.ts';
import { saveReport } from '../../../src/paid/audit/reports.ts';
import type { App, Viewer } from '../../../src/platform/app.ts';

/** Adds a website audit. Returns the addresses of the audit and of a tool. */
export async function toolExamples(app: App, viewer: Viewer): Promise<Record<string, string>> {
  const audit = await saveReport(app, viewer.id, exampleReport);
  return {
    '/tools/:name': '/tools/hash-generator',
    '/tools/audit/:token': `/tools/audit/${audit}`,
    '/tools/audit/compare': `/tools/audit/compare?from=${audit}&to=${audit}`,
    '/tools/audit/badge/:file': '/tools/audit/badge/example.com.svg',
  };
}
