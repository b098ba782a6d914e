/** The final report for the user, from the findings in the plan. */
export function reportOf(plan: string): string {
  const found = (step: RegExp) =>
    [...plan.matchAll(/^- \[x\] (.*)\n {2}(.*)$/gm)].flatMap(([, words = '', what = '']) =>
      step.test(words) ? what : [],
    );
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['What was wrong', found(/^Find out why /)],
    ['What I did', found(/^(?:Fix|Update) /)],
    ['How I verified it', found(/^Run the tests/).slice(-1)],
    ['What I reviewed', [...new Set(found(/^Review /))]],
  ];
  const lines = parts.flatMap(([title, all]) => all.map((what) => `- ${title}: ${what}`));
  const tests = found(/^Run the tests/).at(-1);
  const isSeen = tests === undefined || /\btests pass\b/.test(tests);
  const first = isSeen ? 'Everything in the plan is done.' : UNSEEN;
  return [first, ...lines].join('\n');
}

const UNSEEN = "I've reached the end of the plan, but I haven't seen the tests pass.";
