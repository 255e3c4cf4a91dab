import { hasPerson } from '../identity/sign-up/sign-up.ts';
import type { App } from '../platform/app.ts';

/** The message printed after startup: the URLs and the first steps. */
export async function welcome(app: App): Promise<string> {
  const { config } = app;
  const first = (await hasPerson(app))
    ? ''
    : `\n  There are no accounts yet. The first one becomes the operator's:\n  ${config.plazaUrl}/signup\n`;
  return `
  Plaza, the network       ${config.plazaUrl}
  Hop, the link shortener  ${config.hopUrl}
  API docs                 ${config.plazaUrl}/api-docs   ${config.hopUrl}/api-docs
${first}
`;
}
