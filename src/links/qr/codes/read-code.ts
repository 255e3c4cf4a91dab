import { missing } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { Code } from './code.ts';
import { findCodeOf } from './queries.ts';

/** A QR code of the viewer's; a `Problem` when there is none of this id or it is somebody else's. */
export async function readCode(app: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>, id: string): Promise<Code> {
  const code = await findCodeOf(app, viewer.id, id);
  if (!code) throw missing('QR code');
  return code;
}
