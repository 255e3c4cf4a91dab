import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Pixel } from './pixel.ts';
import { findPixelOf } from './queries.ts';

export async function readPixel(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<Pixel> {
  const pixel = await findPixelOf(app, viewer.id, id);
  if (!pixel) throw missing('Pixel');
  return pixel;
}
