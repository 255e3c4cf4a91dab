import { type Fragment, html, type Html, trusted } from '../html.ts';

/** A placeholder for an empty list: explains what will appear, with one next action. */
export function emptyState(options: {
  illustration: IllustrationName;
  title: string;
  text: Fragment;
  action?: Html;
}): Html {
  return html`<div class="empty">
    ${illustration(options.illustration)}
    <h2>${options.title}</h2>
    <p>${options.text}</p>
    ${options.action && html`<div class="empty-action">${options.action}</div>`}
  </div>`;
}

// Drawn in the style of the word marks: round caps, open squares, hops, and one dot in a warm color.
const drawings = {
  posts:
    '<rect class="paper" x="30" y="22" width="100" height="68" rx="14"/><path class="pen soft" d="M50 46h44M50 62h60"/>' +
    '<path class="pen" d="M58 90v16l18-16"/><circle class="spark" cx="112" cy="46" r="6"/>',
  links:
    '<path class="pen soft" d="M16 98h128"/><path class="pen" d="M22 92c4-50 52-58 60-6M82 86c4-28 34-30 38 0"/>' +
    '<circle class="spark" cx="121" cy="94" r="6"/><rect class="paper" x="10" y="90" width="26" height="16" rx="8"/>',
  people:
    '<rect class="paper" x="26" y="20" width="108" height="84" rx="20"/><circle class="pen" cx="60" cy="52" r="11"/>' +
    '<circle class="pen soft" cx="100" cy="52" r="11"/><path class="pen" d="M42 88c2-20 34-20 36 0"/>' +
    '<path class="pen soft" d="M82 88c2-20 34-20 36 0"/><circle class="spark" cx="80" cy="34" r="5"/>',
  search:
    '<circle class="paper" cx="72" cy="56" r="36"/><circle class="pen" cx="72" cy="56" r="36"/><path class="pen" d="M99 83l24 24"/>' +
    '<path class="pen soft" d="M56 50h20M56 64h32"/><circle class="spark" cx="88" cy="50" r="5"/>',
  chart:
    '<path class="pen soft" d="M22 102h116M22 76h116M22 50h116"/><rect class="paper" x="34" y="70" width="18" height="32" rx="5"/>' +
    '<rect class="paper" x="66" y="52" width="18" height="50" rx="5"/><rect class="paper" x="98" y="34" width="18" height="68" rx="5"/>' +
    '<path class="pen" d="M30 62c26-2 30-26 52-28s26-10 46-16"/><circle class="spark" cx="130" cy="18" r="6"/>',
  quiet:
    '<path class="pen soft" d="M20 100h120"/><path class="paper" d="M44 100c0-44 14-66 36-66s36 22 36 66z"/>' +
    '<path class="pen" d="M44 100c0-44 14-66 36-66s36 22 36 66M80 34V22"/><circle class="spark" cx="80" cy="78" r="6"/>',
  lost:
    '<rect class="paper" x="24" y="24" width="112" height="76" rx="16"/><path class="pen soft" d="M24 46h112"/>' +
    '<path class="pen" d="M52 84c2-26 28-28 32-4M84 80c2-12 14-13 17-2"/><circle class="spark" cx="122" cy="112" r="6"/>',
} as const;

type IllustrationName = keyof typeof drawings;

/** A small illustration for an empty page. Decorative beside its text. */
export function illustration(name: IllustrationName): Html {
  return html`<svg class="illustration" width="160" height="124" viewBox="0 0 160 124" aria-hidden="true">
    ${trusted(drawings[name])}
  </svg>`;
}
