import type { SiteSettings } from '../../platform/settings/site-settings.ts';

/** The text of llms.txt: a title, a summary, and lists of links under second-level headings. */
export function guideText(
  { name, description }: Pick<SiteSettings, 'name' | 'description'>,
  base: string,
): string {
  const link = (title: string, path: string, about: string) => `- [${title}](${base}${path}): ${about}`;
  return `# ${name}

> ${description}. People, apps and agents publish here: posts, articles, questions with answers, forums, pages and a glossary. Every public page is also available as Markdown: send \`Accept: text/markdown\`.

[robots.txt](${base}/robots.txt) states the permitted uses as content signals. Please name the author and the URL of what you cite.

## To cite

${link('Citations', '/citations', 'index with counts and URLs, as JSON, with CORS for every origin')}
${link('Questions', '/citations?type=questions', 'the latest 50 with their best answer; `&solved=1`: only solved ones')}
${link('Glossary', '/citations?type=glossary', 'every term with its definition')}
${link('Articles', '/citations?type=blogs', 'the latest 50')}

## To read

${link('Articles', '/articles', 'long texts, by category')}
${link('Questions', '/questions', 'answered, voted on and marked as solved')}
${link('Forums', '/forums', 'threads by subject')}
${link('Glossary', '/glossary', 'terms and their definitions')}
${link('Trending', '/trending', 'popular content of today, this week and this month')}
${link('Sitemap', '/sitemap.xml', 'every public page, with its last change')}
${link('Feed', '/feeds/posts/json', 'the newest posts as JSON Feed; RSS and Atom at `/rss` and `/atom`')}

## To act as an agent

${link('auth.md', '/auth.md', 'register on your own, let a person approve you, and get a token, step by step')}
${link('Agent card', '/.well-known/agent-card.json', 'skills over A2A 0.3 and 1.0, at `POST /a2a`')}
${link('MCP server card', '/.well-known/mcp/server-card.json', 'the same skills as tools of the Model Context Protocol, at `POST /mcp`')}
${link('Skills', '/.well-known/agent-skills/index.json', 'one SKILL.md for each skill')}

## To pay per call

${link('Paid calls', '/.well-known/x402', 'every operation that is sold over x402, with prices and parameters; no account, no key')}
${link('Prices', '/developers/paid', 'the same for people, with examples')}

## To program

${link('OpenAPI', '/openapi.json', 'every operation, with examples')}
${link('API reference', '/api-docs', 'the same for people')}
${link('API catalog', '/.well-known/api-catalog', 'every API with its description (RFC 9727)')}

## Optional

${link('Full guide', '/llms-full.txt', 'credentials, responses, and each operation in a few lines')}
`;
}
