// Types for the used parts of Turbo, which ships none.
declare module '@hotwired/turbo' {
  export const config: {
    drive: { progressBarDelay: number };
    forms: {
      confirm: (
        message: string,
        form: HTMLFormElement,
        submitter: HTMLElement | null,
      ) => boolean | Promise<boolean>;
    };
  };
  export function visit(location: string, options?: { action?: 'advance' | 'replace' }): void;
  export function morphChildren(current: Element, next: Element): void;
}
