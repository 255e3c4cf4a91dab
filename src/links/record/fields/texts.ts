import { invalid } from '../../../kernel/problem.ts';

const longestTitle = 255;
const longestDescription = 2048;

/** A title as one line. */
export const readTitleText = (text: string) =>
  readText('metatitle', 'title', text.replace(/\s+/g, ' '), longestTitle);

export const readDescription = (text: string) =>
  readText('description', 'description', text, longestDescription);

function readText(field: string, name: string, text: string, longest: number): string {
  const trimmed = text.trim();
  if (trimmed.length > longest) throw invalid(field, `The ${name} has more than ${longest} characters`);
  return trimmed;
}

/** What stands for a title until the page's own was read: the name of its site, or the scheme of an app's address. */
export function siteName(url: string): string {
  const { hostname, protocol } = new URL(url);
  return hostname.replace(/^www\./, '') || protocol.slice(0, -1);
}

/** What is shown where a link is shared, as one line. */
export const readPreviewText = (field: 'metatitle' | 'metadescription', text: string, longest: number) =>
  readText(field, field === 'metatitle' ? 'title' : 'description', text.replace(/\s+/g, ' '), longest);
