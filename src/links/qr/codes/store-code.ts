import type { Prepared } from './prepare-code.ts';

/** Converts a code to columns. Some of them belong to its link. */
export function columnsOf({ code, logo }: Prepared) {
  const { name, content, isDynamic, design, fit } = code;
  const { kind, ...said } = content;
  return {
    link: { title: name, url: content.kind === 'link' ? content.url : '' },
    code: {
      kind,
      content: JSON.stringify(kind === 'link' ? {} : said),
      is_dynamic: isDynamic,
      design: JSON.stringify({ ...design, fit }),
      logo,
    },
  };
}
