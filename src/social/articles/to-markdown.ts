import { pathOf } from '../posts/paths.ts';
import type { Article } from './get-article.ts';

/** An article as Markdown: its source text below its metadata. */
export function articleToMarkdown(post: Article, base: string): string {
  const { cover, category, tags } = post.article;
  const facts = [
    `By ${plain(post.author.name)} (@${post.author.username})`,
    post.createdAt.toISOString(),
    ...(post.editedAt ? [`changed ${post.editedAt.toISOString()}`] : []),
    ...(category === null ? [] : [plain(category)]),
    ...tags.map((tag) => `#${tag}`),
  ];
  const parts = [
    `# ${plain(post.title)}`,
    facts.join(' · '),
    `<${base}${pathOf(post)}>`,
    cover && `![${plain(cover.alt)}](${cover.address})`,
    post.warning && `**${plain(post.warning)}**`,
    post.text.replaceAll('](/content/uploads/', `](${base}/content/uploads/`),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** A list of articles under a heading, as Markdown. */
export const articlesToMarkdown = (title: string, articles: readonly Article[], base: string): string =>
  `# ${plain(title)}\n\n${articles
    .map(
      (post) =>
        `- [${plain(post.title)}](${base}${pathOf(post)}), ${plain(post.author.name)}, ${post.createdAt.toISOString()}`,
    )
    .join('\n')}\n`;

const plain = (text: string) => text.replaceAll(/[\\`*_[\]<>#|~]/g, String.raw`\$&`).replaceAll('\n', ' ');
