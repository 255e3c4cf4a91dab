import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Upload } from '../../platform/http/endpoint.ts';
import type { NewPost } from '../posts/new-post.ts';
import { publishWithFiles, type FileMetadata } from '../posts/post-files.ts';
import { refuseSuspendedOrHeld, refuseWriting } from '../access/page.ts';
import { getPage } from './get-page.ts';

/** Publishes a public post on behalf of a page. Returns its id. */
export async function writeAsPage(
  app: App,
  author: Viewer,
  pageId: string,
  post: Omit<NewPost, 'kind' | 'privacy' | 'pageId' | 'parentId'>,
  files: readonly Upload[] = [],
  described: FileMetadata = {},
): Promise<string> {
  const page = await getPage(app, author, { id: pageId });
  refuseWriting(page);
  refuseSuspendedOrHeld(page);
  return publishWithFiles(
    app,
    author,
    { ...post, kind: 'post', privacy: 'public', pageId },
    files,
    described,
  );
}
