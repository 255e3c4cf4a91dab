import type { App } from '../../platform/app.ts';
import type { Upload } from '../../platform/http/endpoint.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { getSplashContent, parseSplashName, type SplashInput } from './parse-splash-input.ts';
import type { SplashPage } from './splash-page.ts';

/** Creates a splash page. Uploaded files are named `banner` and `avatar`. */
export async function addSplashPage(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  input: SplashInput,
  files: readonly Upload[] = [],
): Promise<SplashPage> {
  const name = parseSplashName(input);
  const content = await getSplashContent(app, viewer, input, files);
  const createdAt = app.clock.now();
  const { id } = await app.db
    .insertInto('links.splash_page')
    .values({
      account_id: viewer.id,
      name,
      content: JSON.stringify(content),
      created_at: createdAt,
      updated_at: createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, name, content, createdAt };
}
