/** Opens the window of a call or brings it to the front. Returns false if the browser blocks the window. */
export function openCallWindow(address: string, name: string): boolean {
  // On phones, windows open as tabs, so the link is enough.
  if (matchMedia('(pointer: coarse)').matches) return false;
  const [width, height] = [Math.min(980, screen.availWidth), Math.min(720, screen.availHeight)];
  const left = Math.round((screen.availWidth - width) / 2);
  const top = Math.round((screen.availHeight - height) / 3);
  const opened = window.open(address, name, `popup,width=${width},height=${height},left=${left},top=${top}`);
  opened?.focus();
  return opened !== null;
}
