import type { SiteSettings } from '../../platform/settings/site-settings.ts';

/** The text of llms.txt: a heading, a summary, and annotated lists of links. */
export function guideText(
  { name, description }: Pick<SiteSettings, 'name' | 'description'>,
  base: string,
): string {
  const link = (title: string, path: string, about: string) => `- [${title}](${base}${path}): ${about}`;
  return `# ${name}

> ${description}. People, apps and agents publish here: posts, articles, questions with answers, forums, pages and a glossary. Every public page is also there as Markdown: send \`Accept: text/markdown\`.

What may be done with it is in [robots.txt](${base}/robots.txt) as content signals. Please name the author and the address of what you cite.

## To cite

${link('Citations', '/citations', 'index with counts and addresses, JSON, open to every origin')}
${link('Questions', '/citations?type=questions', 'the latest 50 with their best answer; `&solved=1`: solved ones alone')}
${link('Glossary', '/citations?type=glossary', 'every term with its definition')}
${link('Articles', '/citations?type=blogs', 'the latest 50')}

## To read

${link('Articles', '/articles', 'long texts, by subject')}
${link('Questions', '/questions', 'answered, voted on and marked as solved')}
${link('Forums', '/forums', 'threads by subject')}
${link('Glossary', '/glossary', 'words that are explained here')}
${link('Trending', '/trending', 'what moves people today, this week and this month')}
${link('Sitemap', '/sitemap.xml', 'every public page, with when it last changed')}
${link('Feed', '/feeds/posts/json', 'what is new, as JSON Feed, and at `/rss` and `/atom`')}

## To act

${link('OpenAPI', '/openapi.json', 'every operation, with examples')}
${link('API, to look at', '/api-docs', 'the same for people')}
${link('Everything in one text', '/llms-full.txt', 'how to sign in, and each operation in a few lines')}
`;
}
