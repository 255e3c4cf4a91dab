import { missing, msg } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import { type App, perAccount, verb } from '../../platform/app.ts';
import { largestPicture, storePicture } from '../../platform/pictures.ts';
import type { FileLimits, Upload } from '../../platform/http/endpoint.ts';
import type { Editor } from '../link/rights.ts';
import { findLinkOf, type Link } from '../link/link.ts';
import { updateLink } from './change-links.ts';

/** The field of an uploaded preview picture, in forms and in the API. */
export const previewField = 'picture';
export const previewFiles: FileLimits = { fields: [previewField], max: 1, bytes: largestPicture };

const limit = perAccount(60, minutes(10));

/**
 * Stores an uploaded picture for the preview of a link, re-encoded, and returns its URL. Undefined: none was
 * uploaded.
 */
export const storePreviewPicture = verb(
  { name: 'links.preview-picture', scope: 'links:read', who: 'member', limit },
  (app, viewer: Editor, files: readonly Upload[]): Promise<string | undefined> => store(app, viewer, files),
);

/** Sets the preview picture of one of the viewer's links. */
export const setPreviewPicture = verb(
  { name: 'links.preview-picture', scope: 'links:read', who: 'member', limit },
  async (app, viewer: Editor, id: string, files: readonly Upload[]): Promise<Link> => {
    const link = await findLinkOf(app, viewer.id, id);
    if (!link) throw missing(msg('Link'));
    return updateLink(app, viewer, id, {
      url: link.url,
      previewImage: (await store(app, viewer, files)) ?? '',
    });
  },
);

async function store(app: App, viewer: Editor, files: readonly Upload[]): Promise<string | undefined> {
  const file = files.find(({ field }) => field === previewField);
  if (!file || file.body.length === 0) return undefined;
  const { path } = await storePicture(app, viewer.id, file.body, 'previews', previewField);
  return app.files.address(path);
}
