import type { App, Viewer } from '../../../src/platform/app.ts';
import { addArticle } from '../../../src/social/articles/articles.ts';
import { emptyContent } from '../../../src/social/posts/post.ts';
import { saveArticleDraft } from '../../../src/social/articles/drafts.ts';
import { getArticle } from '../../../src/social/articles/reading.ts';
import { deleteTerm } from '../../../src/social/glossary/versions.ts';
import { saveSet } from '../../../src/social/glossary/sets.ts';
import { saveTerm } from '../../../src/social/glossary/terms.ts';
import { pathOf } from '../../../src/social/posts/paths.ts';

const text = `# Signs
All of **them**, ~~some~~ none. #signs

## Tables
| Left | Middle | Right |
|:-|:-:|-:|
| 1 | 2 | 3 |

## Code
\`\`\`
a line that is wider than a phone is, and it runs on, and on, and on, and on, and on, and on
\`\`\`

## Lists
1. One
   - within
2. [A link](https://example.org/)
`;

/** Adds articles and terms. Returns the addresses of their pages. */
export async function textExamples(app: App, viewer: Viewer): Promise<Record<string, string>> {
  const id = await addArticle(app, viewer, {
    ...emptyContent,
    title: 'All the signs of Markdown',
    text,
    tags: 'signs',
  });
  await saveArticleDraft(app, viewer, { postId: id }, { ...emptyContent, title: 'Changed', text: 'Not yet' });
  await saveSet(app, viewer, { title: 'Examples', description: 'What is looked at' });
  const term = { definition: 'What is **looked** at.', aliases: 'Sample', seeAlso: '', sets: ['examples'] };
  await saveTerm(app, viewer, { ...term, name: 'Example of a term' });
  const gone = await saveTerm(app, viewer, { ...term, name: 'Example of what is gone' });
  const goneId = 'id' in gone ? gone.id : '';
  await deleteTerm(app, viewer, goneId);
  const slug = 'example-of-a-term';
  return {
    '/articles/:id': `/articles/${id}`,
    '/articles/:id/:slug': pathOf(await getArticle(app, viewer, id)),
    '/articles/:id/edit': `/articles/${id}/edit`,
    '/glossary/:slug': `/glossary/${slug}`,
    '/glossary/:slug/history': `/glossary/${slug}/history`,
    '/glossary/:slug/edit': `/glossary/${slug}/edit`,
    '/glossary/deleted/:id': `/glossary/deleted/${goneId}`,
    '/glossary/sets/:slug': '/glossary/sets/examples',
    '/glossary/sets/:slug/edit': '/glossary/sets/examples/edit',
  };
}
