/** What is looked for: by its role and its accessible name, as the user would call it. */
export interface Named {
  readonly role: Role;
  /** A text must be the whole name; without one, any name will do. */
  readonly name?: string | RegExp;
  /** It is somewhere in a row or section that contains this text. */
  readonly within?: string;
}

export type Role = 'button' | 'combobox' | 'file' | 'heading' | 'link' | 'slider' | 'tab' | 'textbox';

const SELECTORS: Readonly<Record<Role, string>> = {
  button: 'button, [role=button], summary',
  combobox: 'select, [role=combobox]',
  file: 'input[type=file]',
  heading: 'h1, h2, h3',
  link: 'a[href]',
  slider: 'input[type=range], [role=slider]',
  tab: '[role=tab]',
  textbox: 'textarea, input:not([type]), input[type=text], input[type=password], input[type=search], [role=textbox]',
};

/** As the arguments of `findElements`. */
export function wanted({ role, name, within }: Named): readonly unknown[] {
  const pattern = name instanceof RegExp ? name.source : null;
  return [SELECTORS[role], typeof name === 'string' ? name : null, pattern, within ?? null];
}

/** Runs in the page: what is visible, or an input for files, which the user only reaches by a button. */
export function findElements(
  selector: string,
  exact: string | null,
  pattern: string | null,
  within: string | null,
): readonly Element[] {
  const words = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  /** A label may contain its field, whose options are no part of the name. */
  const textOutside = (label: Element | null) => {
    const copy = label?.cloneNode(true);
    if (copy instanceof Element) for (const field of copy.querySelectorAll('select, textarea')) field.remove();
    return copy?.textContent;
  };
  const nameOf = (element: Element) => {
    const labelled = (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id));
    const labels = [
      ...labelled,
      ...('labels' in element ? ((element.labels as NodeListOf<Element> | null) ?? []) : []),
    ];
    const spoken = labels.map((label) => words(textOutside(label))).join(' ');
    return words(element.getAttribute('aria-label')) || words(spoken) || words(element.textContent);
  };
  return [...document.querySelectorAll(selector)].filter((element) => {
    const isThere = element.getAttribute('type') === 'file' || element.checkVisibility({ visibilityProperty: true });
    if (!isThere || (exact !== null && nameOf(element) !== exact)) return false;
    if (pattern !== null && !new RegExp(pattern).test(nameOf(element))) return false;
    return within === null || words(element.closest('tr, li, section, dialog')?.textContent).includes(within);
  });
}
