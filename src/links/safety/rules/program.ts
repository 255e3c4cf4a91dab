import type { Check } from '../assessment/rule.ts';

const endings =
  /\.(apk|app|appimage|appx|bat|cmd|cpl|deb|dll|dmg|exe|gadget|hta|img|ipa|iso|jar|jse|lnk|msi|msix|msp|pif|pkg|ps1|reg|rpm|scf|scr|url|vb|vbe|vbs|wsf|wsh)$/i;

/** Detects files that run or install something when opened. */
export const program: Check = ({ path }) => {
  const file = decoded(path.slice(path.lastIndexOf('/') + 1)).replace(/(?<![\s.])[\s.]+$/, '');
  return endings.test(file) ? { code: 'program', values: { file: file.slice(-80) } } : undefined;
};

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
