import type { App } from '../platform/app.ts';

/** The message printed after startup: the URLs and the first steps. */
export async function welcome({ config, db }: App): Promise<string> {
  const someone = await db.selectFrom('identity.account').select('id').limit(1).executeTakeFirst();
  const first = someone
    ? ''
    : `\n  There are no accounts yet. The first one becomes the operator's:\n  ${config.plazaUrl}/signup\n`;
  return `
  Plaza, the network       ${config.plazaUrl}
  Hop, the link shortener  ${config.hopUrl}
  API docs                 ${config.plazaUrl}/api-docs   ${config.hopUrl}/api-docs
${first}
`;
}
