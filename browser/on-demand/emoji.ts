import { element } from '../behaviors/dialogs.ts';
import { t } from '../translate.ts';
import { loadStyles } from './load-styles.ts';

const stored = 'emoji';
const mostRecent = 16;

const groups = () =>
  [
    [
      t`People`,
      '😀 😃 😄 😁 😆 😅 😂 🤣 😊 😇 🙂 🙃 😉 😌 😍 🥰 😘 😋 😜 🤪 🤨 🧐 🤓 😎 🥳 😏 😒 😔 😟 🙁 😣 😩 🥺 😢 😭 😤 😠 😡 🤯 😳 🥵 🥶 😱 😨 😰 🤗 🤔 🤭 🤫 🤥 😶 😐 😬 🙄 😯 😴 🤤 😵 🤢 🤧 😷 🤒 🤠 😈 👻 💀 🤖',
    ],
    [
      t`Gestures`,
      '👋 🤚 ✋ 👌 🤏 ✌️ 🤞 🤟 🤘 🤙 👈 👉 👆 👇 ☝️ 👍 👎 ✊ 👊 👏 🙌 👐 🤝 🙏 ✍️ 💪 👀 🧠 👶 🧒 🧑 👩 👨 🧓 👵 👴 🙋 🤷 🤦 🚶 🏃 💃 🕺 👪',
    ],
    [
      t`Hearts and signs`,
      '❤️ 🧡 💛 💚 💙 💜 🖤 🤍 🤎 💔 💕 💖 💯 💢 💥 💫 💦 💤 ✨ ⭐ 🌟 🔥 ✅ ❌ ❓ ❗ ⚠️ 🚫 ♻️ 🔔 🎵 🎶',
    ],
    [
      t`Animals and nature`,
      '🐶 🐱 🐭 🐹 🐰 🦊 🐻 🐼 🐨 🐯 🦁 🐮 🐷 🐸 🐵 🐔 🐧 🐦 🦉 🦄 🐝 🦋 🐌 🐞 🐢 🐙 🐬 🐳 🐟 🌵 🎄 🌲 🌳 🌴 🌱 🍀 🍁 🍂 🌷 🌹 🌻 🌸 🌍 🌙 ☀️ ⛅ 🌧️ ⛈️ ❄️ ⛄ 🌈 🌊',
    ],
    [
      t`Food`,
      '🍎 🍐 🍊 🍋 🍌 🍉 🍇 🍓 🍒 🍑 🥭 🍍 🥥 🥑 🍅 🥕 🌽 🥔 🍞 🥐 🥖 🧀 🥚 🍳 🥞 🍔 🍟 🍕 🌮 🥗 🍝 🍜 🍣 🍰 🎂 🍫 🍪 🍩 🍿 ☕ 🍵 🧃 🍺 🍷 🥂',
    ],
    [
      t`Activities and travel`,
      '⚽ 🏀 🎾 🏐 🎱 🏓 🥊 🏆 🥇 🎯 🎮 🎲 🧩 🎨 🎭 🎤 🎧 🎸 🎹 🎬 🚲 🚗 🚌 🚆 ✈️ 🚀 ⛵ 🏕️ 🏖️ 🏔️ 🏠 🏙️ 🗺️ 🧳 ⛺ 🎡',
    ],
    [
      t`Objects`,
      '💡 📱 💻 ⌨️ 📷 🎥 📞 ⏰ ⌛ 🔋 🔌 🔧 🔨 🧰 🔑 🔒 📚 📖 ✏️ 📝 📌 📎 ✂️ 📅 📈 📦 ✉️ 🎁 🎈 🎉 🎊 🕯️ 💰 🛒 🩹 💊 🧪 🔭 🧵 👓 👕 👟',
    ],
  ] as const;

let panel: HTMLElement | undefined;

/** Opens the emoji below a button of a form, or closes them. A chosen one is inserted at the caret of the text. */
export async function toggleEmoji(button: HTMLElement): Promise<void> {
  await loadStyles('composer-dialog');
  const field = button.closest('form')?.querySelector('textarea');
  const isOpen = panel?.isConnected === true;
  panel?.remove();
  button.ariaExpanded = String(!isOpen);
  if (isOpen || !field) return;
  panel = element('div', 'emoji', ...sections());
  panel.role = 'group';
  panel.ariaLabel = t`Emoji`;
  panel.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLButtonElement) insert(field, target.textContent);
  });
  panel.addEventListener('keydown', (event) => walk(event, button));
  button.closest('.composer-foot')?.after(panel);
  panel.querySelector('button')?.focus({ preventScroll: true });
  panel.scrollIntoView({ block: 'nearest' });
}

function sections(): HTMLElement[] {
  const recent = (localStorage.getItem(stored) ?? '').split(' ').filter(Boolean);
  const all: (readonly [string, readonly string[]])[] = groups().map(([name, list]) => [
    name,
    list.split(' '),
  ]);
  if (recent.length > 0) all.unshift([t`Recent`, recent]);
  return all.map(([name, list]) => {
    const choices = list.map((emoji) => {
      const choice = element('button', '', emoji);
      choice.type = 'button';
      choice.tabIndex = -1;
      return choice;
    });
    const group = element('div', '', ...choices);
    group.role = 'group';
    group.ariaLabel = name;
    if (choices[0]) choices[0].tabIndex = 0;
    return element('section', '', element('h3', '', name), group);
  });
}

function insert(field: HTMLTextAreaElement, emoji: string): void {
  field.setRangeText(emoji, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
  const recent = (localStorage.getItem(stored) ?? '')
    .split(' ')
    .filter((each) => each !== '' && each !== emoji);
  try {
    localStorage.setItem(stored, [emoji, ...recent].slice(0, mostRecent).join(' '));
  } catch {
    // Storage is full or forbidden.
  }
}

/** The arrow keys move through all emoji, Escape returns to the text. */
function walk(event: KeyboardEvent, button: HTMLElement): void {
  const choices = [...(panel?.querySelectorAll('button') ?? [])];
  const at = choices.findIndex((choice) => choice === document.activeElement);
  if (event.key === 'Escape') {
    event.preventDefault();
    event.stopPropagation();
    panel?.remove();
    button.ariaExpanded = 'false';
    button.closest('form')?.querySelector('textarea')?.focus();
    return;
  }
  const isMirrored = document.dir === 'rtl';
  const next = at + ({ ArrowRight: isMirrored ? -1 : 1, ArrowLeft: isMirrored ? 1 : -1 }[event.key] ?? 0);
  const below = event.key === 'ArrowDown' || event.key === 'ArrowUp';
  const target = below ? inNextRow(choices, at, event.key === 'ArrowDown') : choices[next];
  if (!target || target === choices[at]) return;
  event.preventDefault();
  target.focus();
}

function inNextRow(choices: readonly HTMLElement[], at: number, isDown: boolean): HTMLElement | undefined {
  const from = choices[at]?.getBoundingClientRect();
  if (!from) return undefined;
  const others = isDown ? choices.slice(at + 1) : choices.slice(0, at).reverse();
  const first = others.find((choice) => Math.abs(choice.getBoundingClientRect().top - from.top) > 4);
  const row = first?.getBoundingClientRect().top;
  return others
    .filter((choice) => choice.getBoundingClientRect().top === row)
    .sort(
      (a, b) =>
        Math.abs(a.getBoundingClientRect().left - from.left) -
        Math.abs(b.getBoundingClientRect().left - from.left),
    )[0];
}
