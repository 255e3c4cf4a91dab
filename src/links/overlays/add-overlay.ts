import type { App } from '../../platform/app.ts';
import type { Upload } from '../../platform/http/endpoint.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Overlay, OverlayKind } from './overlay.ts';
import { getOverlayContent, parseOverlayName, type OverlayInput } from './parse-overlay-input.ts';

/** Creates an overlay. An uploaded file is named `picture`. */
export async function addOverlay(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  kind: OverlayKind,
  input: OverlayInput,
  files: readonly Upload[] = [],
): Promise<Overlay> {
  const name = parseOverlayName(input);
  const content = await getOverlayContent(app, viewer, kind, input, files);
  const createdAt = app.clock.now();
  const { id } = await app.db
    .insertInto('links.overlay')
    .values({
      account_id: viewer.id,
      kind,
      name,
      content: JSON.stringify(content),
      created_at: createdAt,
      updated_at: createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, kind, name, content, createdAt };
}
