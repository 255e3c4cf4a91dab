import { html, trusted, type Html } from '../../../web/html.ts';
import type { OverlayKind } from '../overlay.ts';

const drawings: Readonly<Record<OverlayKind, string>> = {
  message:
    '<path class="pen soft" d="M82 62h42M82 74h30"/><rect class="mark" x="82" y="84" width="30" height="10" rx="5"/>',
  contact:
    '<rect class="pen soft" x="82" y="58" width="46" height="10" rx="3"/><rect class="pen soft" x="82" y="74" width="46" height="18" rx="3"/>',
  poll: '<rect class="mark" x="82" y="60" width="44" height="7" rx="3.5"/><rect class="mark" x="82" y="73" width="26" height="7" rx="3.5"/><rect class="mark" x="82" y="86" width="14" height="7" rx="3.5"/>',
  newsletter:
    '<rect class="pen" x="82" y="60" width="46" height="32" rx="4"/><path class="pen" d="M82 64l23 15 23-15"/>',
  image:
    '<path class="pen" d="M76 98l18-22 12 12 10-10 18 20"/><circle class="spark" cx="122" cy="64" r="5"/>',
  coupon:
    '<path class="pen" stroke-dasharray="1 8" d="M82 60h46v32H82z"/><path class="pen soft" d="M94 76h22"/>',
};

/** An illustration of an overlay of this kind on a page. */
export const kindDrawing = (kind: OverlayKind): Html =>
  html`<svg class="illustration" width="160" height="124" viewBox="0 0 160 124" aria-hidden="true">
    <rect class="paper" x="10" y="14" width="140" height="100" rx="12" />
    <path class="pen soft" d="M10 34h140M26 52h32M26 66h24" />
    <rect class="paper" x="68" y="46" width="74" height="60" rx="9" />
    ${trusted(drawings[kind])}
  </svg>`;
