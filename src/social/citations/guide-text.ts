import type { SiteSettings } from '../../platform/settings/site-settings.ts';

/** The text of llms.txt: a heading, a summary, and annotated lists of links. */
export function guideText(
  { name, description }: Pick<SiteSettings, 'name' | 'description'>,
  base: string,
): string {
  const link = (title: string, path: string, about: string) => `- [${title}](${base}${path}): ${about}`;
  return `# ${name}

> ${description}. People, apps and agents publish here: posts, articles, questions with answers, forums, pages and a glossary. Every public page is also available as Markdown: send \`Accept: text/markdown\`.

[robots.txt](${base}/robots.txt) states the permitted uses as content signals. Please name the author and the URL of what you cite.


${link('Citations', '/citations', 'index with counts and URLs, as JSON, with CORS for every origin')}
${link('Questions', '/citations?type=questions', 'the latest 50 with their best answer; `&solved=1`: only solved ones')}
${link('Glossary', '/citations?type=glossary', 'every term with its definition')}
${link('Articles', '/citations?type=blogs', 'the latest 50')}


${link('Articles', '/articles', 'long texts, by category')}
${link('Questions', '/questions', 'answered, voted on and marked as solved')}
${link('Forums', '/forums', 'threads by subject')}
${link('Glossary', '/glossary', 'terms and their definitions')}
${link('Trending', '/trending', 'popular content of today, this week and this month')}
${link('Sitemap', '/sitemap.xml', 'every public page, with its last change')}
${link('Feed', '/feeds/posts/json', 'the newest posts as JSON Feed; RSS and Atom at `/rss` and `/atom`')}


${link('OpenAPI', '/openapi.json', 'every operation, with examples')}
${link('API reference', '/api-docs', 'the same for people')}
${link('Full guide', '/llms-full.txt', 'how to sign in, and each operation in a few lines')}
`;
}
