import type { App, Viewer } from '../../../src/platform/app.ts';
import { addPage } from '../../../src/social/pages/editing.ts';
import { likePage } from '../../../src/social/pages/liking.ts';
import { pinOnPage, writeAsPage } from '../../../src/social/pages/posts.ts';
import { requestVerification } from '../../../src/social/pages/operating.ts';

/** Adds a page of the viewer with content, and another one to discover. */
export async function socialPageExamples(app: App, viewer: Viewer): Promise<Record<string, string>> {
  const about = 'Bread from *six* in the morning.';
  const pageId = await addPage(app, viewer, {
    title: 'The Bakery',
    username: 'bakery',
    category: '',
    about,
    website: 'bakery.example',
  });
  await addPage(app, viewer, { title: 'Choir', username: 'choir', category: '', about: '', website: '' });
  await likePage(app, viewer, pageId);
  const postId = await writeAsPage(app, viewer, pageId, { text: 'Rye is back', photos: [] });
  await writeAsPage(app, viewer, pageId, { text: 'Closed on Monday', photos: [] });
  await pinOnPage(app, viewer, { pageId, postId, isPinned: true });
  await requestVerification(app, viewer, pageId, 'Our website links here');
  await app.db
    .updateTable('social.page')
    .set({ picture: 'covers/bakery.webp', picture_small: 'covers/bakery.webp' })
    .where('id', '=', pageId)
    .execute();
  const here = '/pages/bakery';
  return {
    '/pages/:username': here,
    '/pages/:username/photos': `${here}/photos`,
    '/pages/:username/photo': `${here}/photo`,
    '/pages/:username/about': `${here}/about`,
    '/pages/:username/edit': `${here}/edit`,
    '/pages/:username/team': `${here}/team`,
    '/pages/:username/invite': `${here}/invite`,
    '/operator/member-pages': '/operator/member-pages?q=choir',
  };
}
