import { AGENT_TOOL } from '../../../agents/agent-tool';
import { SEND_MESSAGE_TOOL, TO_ALL } from '../../../agents/send-message';
import { assertNever } from '../../../base/assert-never';
import { refusal } from '../requests/abilities';
import { type ErrandSight, having } from '../sight/errand-sight';
import { call, end, type Move, type PlannedCall, read } from '../sight/move';
import { counted } from '../sight/quoted-lines';
import { isVisible, toSee } from '../sight/seeing';
import { textsOf, usesSince, type VisibleContext } from '../sight/sight';
import { pathOf } from '../sight/tool-uses';
import { isAnswered } from '../steps/answer-question';
import { isCode, knownFiles, LIST_ALL } from '../steps/step-sight';
import { agentUsesSince, newsIn, type Told, toldSince } from './agents-in-sight';
import { changeInSight, isDiff } from './change-in-sight';
import { type Delegation, readDelegation } from './read-delegation';
import { findingWords, reviewOf } from './review-parts';
import { findingsIn, heard } from './words-of-agents';

const MOST_CALLS = 80;

/** The next move for what the user wants other agents for; undefined if it is about something else. */
export function delegate(sight: VisibleContext): Move | undefined {
  const { asked } = sight;
  const wanted = asked === undefined ? undefined : readDelegation(asked.text);
  if (asked === undefined || wanted === undefined || isAnswered(sight, asked)) return undefined;
  const at = { sight, asked };
  // What is cleared at once is read again and again.
  if (usesSince(sight, asked.at).length > MOST_CALLS)
    return end('What I need for this does not stay in my context, so I stop here. A larger window would help.');
  if ((wanted.type === 'review' || wanted.type === 'start') && areAgentsForgotten(at)) return end(FORGOTTEN);
  switch (wanted.type) {
    case 'review':
      return review(at, wanted);
    case 'review-alone':
      return reviewAlone(at, wanted.paths);
    case 'start':
      return start(at, wanted);
    case 'send':
      return send(at, wanted.to, wanted.text, summaryOf(wanted.text));
    case 'stop':
      return wanted.to === TO_ALL
        ? end('I can ask one agent at a time to stop. The button Stop stops all of them at once.')
        : send(at, wanted.to, { type: 'shutdown_request', reason: 'The user wants it.' }, 'Please stop');
    default:
      return assertNever(wanted);
  }
}

const FORGOTTEN =
  'The agents have worked, but my context was compacted, and their answers are no longer in it. Ask again, in a larger window.';

/** [O6] They were started before a compaction: nobody is started twice. */
function areAgentsForgotten({ sight, asked }: ErrandSight): boolean {
  const isFromSummary = sight.messages[asked.at]?.kind === 'summary';
  return isFromSummary && agentUsesSince(sight, asked.at).length === 0 && /\b\d+ Agent\b/.test(sight.summary ?? '');
}

/** Understood first, then started at once, and waited for. */
function review(at: ErrandSight, wanted: Extract<Delegation, { type: 'review' }>): Move {
  const begun = agentUsesSince(at.sight, at.asked.at);
  if (begun.length > 0) return told(at);
  return withParts(at, wanted.paths, (paths, diff) => {
    const groups = inGroups(paths, wanted.count ?? paths.length);
    const who = wanted.agent === undefined ? 'fork' : `${wanted.agent} agent`;
    const share = groups.length === paths.length ? 'one for each' : `${counted(paths.length, 'file')} among them`;
    const fewer = (wanted.count ?? 0) > groups.length ? ` There are no more parts than ${groups.length}.` : '';
    const say = `${diff === undefined ? 'I know which files there are' : `The change in ${diff} touches ${counted(paths.length, 'file')}`}. I'll start ${counted(groups.length, who)}, ${share}${wanted.inBackground ? ', in the background' : ''}.${fewer}`;
    return call(
      say,
      ...groups.map((group) =>
        agentCallOf({
          description: `Review ${group.map((path) => path.replace(/^.*\//, '')).join(', ')}`,
          prompt: wanted.agent === undefined ? directiveFor(group, diff) : briefingFor(group, diff),
          agent: wanted.agent,
          inBackground: wanted.inBackground,
        }),
      ),
    );
  });
}

/** The files to review: those named, else those of a change, else the program. */
function withParts(
  at: ErrandSight,
  named: readonly string[],
  then: (paths: readonly string[], diff: string | undefined) => Move,
): Move {
  const { sight } = at;
  const paths = named.filter((path) => !isDiff(path));
  const change = changeInSight(sight);
  if (paths.length > 0) return then(paths, change?.path);
  if (change !== undefined) {
    return then(
      change.files.map(({ path }) => path),
      change.path,
    );
  }
  const diff = named.find(isDiff);
  if (diff !== undefined) return readChange(at, diff, then);
  return having(at, "I'll see which files there are first.", LIST_ALL, () => {
    const files = knownFiles(sight);
    const found = files.find(isDiff);
    if (found !== undefined) return readChange(at, found, then);
    const code = files.filter(isCode);
    return code.length > 0 ? then(code, undefined) : end(refusal('It found no change and no code to review.'));
  });
}

function readChange(
  at: ErrandSight,
  diff: string,
  then: (paths: readonly string[], diff: string | undefined) => Move,
): Move {
  const { sight, asked } = at;
  const isFirst = !usesSince(sight, asked.at).some((use) => use.name === 'Read' && pathOf(use) === diff);
  if (isFirst && !isVisible(sight, diff)) {
    const rules = isVisible(sight, 'AGENTS.md') ? [] : [read('AGENTS.md')];
    return call(`I'll read ${diff} and the rules before anything else.`, read(diff), ...rules);
  }
  const missing = toSee(sight, '', diff);
  if (missing?.type === 'answer') return { ...missing, say: missing.say.trim() };
  const change = changeInSight(sight);
  return change === undefined
    ? end(refusal(`It cannot read ${diff} as a change.`))
    : then(
        change.files.map(({ path }) => path),
        diff,
      );
}

function inGroups(paths: readonly string[], count: number): readonly (readonly string[])[] {
  const groups = Math.max(1, Math.min(count, paths.length));
  const size = Math.floor(paths.length / groups);
  const larger = paths.length % groups;
  let from = 0;
  return Array.from({ length: groups }, (_, place) => {
    const to = from + size + (place < larger ? 1 : 0);
    const group = paths.slice(from, to);
    from = to;
    return group;
  });
}

/** [O4] A fork knows everything that its parent knows. */
function directiveFor(paths: readonly string[], diff: string | undefined): string {
  const part = diff === undefined ? '' : `, your part of the change in ${diff}`;
  return `Review ${inQuotes(paths)}${part}. Look for faults and for what breaks a rule, and give the line of each. Leave the other files to the others.`;
}

/** [O4] One that starts empty is told everything. */
function briefingFor(paths: readonly string[], diff: string | undefined): string {
  const change =
    diff === undefined
      ? ''
      : `\n\nThe change is in \`${diff}\`, as diff writes it. Only look at what it does in your part.`;
  return `Review ${inQuotes(paths)} in /workspace.${change}\n\nThe rules of the repository are in AGENTS.md. Answer with the faults that you find, each with its file and line, or say that you found nothing. Another agent puts the answers together.`;
}

function inQuotes(paths: readonly string[]): string {
  return paths.map((path) => `\`${path}\``).join(', ');
}

interface Order {
  readonly description: string;
  readonly prompt: string;
  readonly agent: string | undefined;
  readonly name?: string | undefined;
  readonly inBackground: boolean;
}

function agentCallOf({ description, prompt, agent, name, inBackground }: Order): PlannedCall {
  return {
    name: AGENT_TOOL,
    input: {
      description: description.slice(0, 60),
      prompt,
      ...(agent === undefined ? {} : { subagent_type: agent }),
      ...(name === undefined ? {} : { name }),
      ...(inBackground ? { run_in_background: true } : {}),
    },
  };
}

function start(at: ErrandSight, { agent, name, task, inBackground }: Extract<Delegation, { type: 'start' }>): Move {
  const begun = agentUsesSince(at.sight, at.asked.at);
  if (begun.length > 0) return told(at);
  const who = agent === undefined ? 'a fork, which knows what I know' : `${agent}, which starts with an empty context`;
  const prompt =
    agent === undefined
      ? `${task}.`
      : `${task}.\n\nThe files are in /workspace; the user of the agent that asks you wants to know. Answer with paths and line numbers, and quote the lines that matter.`;
  const description = task.split(/\s+/).slice(0, 5).join(' ');
  return call(
    `I'll give that to ${who}${inBackground ? ', in the background' : ''}.`,
    agentCallOf({ description, prompt, agent, name, inBackground }),
  );
}

/** What came back so far, in its own words. */
function told({ sight, asked }: ErrandSight): Move {
  const uses = agentUsesSince(sight, asked.at);
  const answers = uses.flatMap(({ outcome }) => (typeof outcome === 'string' ? [] : [outcome]));
  const waiting = uses.filter(({ outcome }) => outcome === 'in-background').length;
  const gone = uses.filter(({ outcome }) => outcome === 'gone').length;
  const parts = [
    ...(waiting === 0
      ? []
      : [
          `${waiting === 1 ? 'An agent is' : `${waiting} agents are`} running in the background. I know nothing of what they find until they are done; then I'll tell you.`,
        ]),
    ...(gone === 0 ? [] : [`The answers of ${counted(gone, 'agent')} are no longer in my context.`]),
    ...(answers.length === 0 ? [] : [headOf(answers)]),
    ...answers.map(heard),
    ...(answers.length < 2 ? [] : missingIn(sight)),
  ];
  return end(parts.join('\n\n'));
}

function headOf(answers: readonly { readonly end: string; readonly text: string }[]): string {
  const done = answers.filter((answer) => answer.end === 'done');
  const found = done.filter(({ text }) => findingsIn(text).length > 0).length;
  if (answers.length === 1) return done.length === 1 ? 'The agent has answered.' : 'The agent was not able to answer.';
  const all =
    done.length === answers.length
      ? `All ${answers.length} agents have answered.`
      : `${done.length} of ${answers.length} agents have answered.`;
  return `${all} ${found === 0 ? 'None has a finding.' : `${found} of them found something.`} I have verified none of it yet.`;
}

/** What none of them could see in a part of its own. */
function missingIn(sight: VisibleContext): readonly string[] {
  const change = changeInSight(sight);
  const wants = /gets a line in `(CHANGELOG\.md)`/.exec(sight.files.get('AGENTS.md')?.text ?? '')?.[1];
  if (change === undefined || wants === undefined || change.files.some(({ path }) => path === wants)) return [];
  return [
    `My own finding: the rules want a line in ${wants} for every change that users notice, and the change has none.`,
  ];
}

/** The same work in its own context, file by file. */
function reviewAlone(at: ErrandSight, named: readonly string[]): Move {
  const { sight, asked } = at;
  return withParts(at, named, (paths, diff) => {
    const notes = notesSince(sight, asked.at);
    const path = paths.find((each) => !notes.has(each));
    const before = paths[paths.indexOf(path ?? '') - 1] ?? paths.at(-1);
    const said = before === undefined ? undefined : notes.get(before);
    if (path === undefined) return end(aloneReport(sight, [...notes.values()].flat()));
    const review = reviewOf(at, diff === undefined ? [path] : [path, diff]);
    if (review.type === 'needs')
      return call(said === undefined ? `I'll look at ${path}.` : `Next: ${path}.`, ...review.calls);
    const findings = review.files.flatMap((file) => file.findings.map(findingWords));
    const note = [`Reviewed ${path}: ${counted(findings.length, 'finding')}.`, ...findings.map((each) => `- ${each}`)];
    const next = paths[paths.indexOf(path) + 1];
    if (next === undefined)
      return end([...note, '', aloneReport(sight, [...notes.values(), findings].flat())].join('\n'));
    return call(note.join('\n'), read(next));
  });
}

/** What it said of each file. */
function notesSince({ messages }: VisibleContext, at: number): ReadonlyMap<string, readonly string[]> {
  const notes = new Map<string, readonly string[]>();
  for (const message of messages.slice(at + 1)) {
    const text = message.kind === 'reply' ? textsOf(message) : '';
    const [, path] = /^Reviewed (\S+): \d+ findings?\./.exec(text) ?? [];
    if (path !== undefined) notes.set(path, findingsIn(text));
  }
  return notes;
}

function aloneReport(sight: VisibleContext, findings: readonly string[]): string {
  const head = `I have read every part myself: ${counted(findings.length, 'finding')}.`;
  return [head, ...missingIn(sight)].join('\n\n');
}

function send(at: ErrandSight, to: string, message: string | { type: string; reason: string }, summary: string): Move {
  const wanted: PlannedCall = { name: SEND_MESSAGE_TOOL, input: { to, summary, message } };
  const who = to === TO_ALL ? 'all agents' : to;
  return having(at, `I'll send that to ${who}.`, wanted, (outcome) => {
    if (outcome.text.startsWith('Sent to ')) return end(outcome.text);
    return end(
      outcome.failed
        ? `Nothing was sent. ${outcome.text}`
        : `Sent to ${outcome.text.replace(/^Queued for |\.$/g, '')}. A running agent reads it before its next tool calls.`,
    );
  });
}

function summaryOf(text: string): string {
  return text.split(/\s+/).slice(0, 8).join(' ').slice(0, 80);
}

/** What others have told since its latest reply; undefined if nothing. */
export function newsWords(sight: VisibleContext): string | undefined {
  const news = newsIn(sight);
  if (news.length === 0) return undefined;
  const still = stillRunning(sight);
  const more = still === 0 ? '' : `\n\n${still === 1 ? '1 agent is' : `${still} agents are`} still running.`;
  return `${news.map(wordsOfNews).join('\n\n')}${more}`;
}

function wordsOfNews({ report, message }: Told): string {
  if (report !== undefined) return `From the background: ${heard(report)}`;
  return `${message?.from ?? 'An agent'} wrote: “${message?.text ?? ''}”`;
}

/** Started in the background, and not reported yet. */
function stillRunning(sight: VisibleContext): number {
  const reported = new Set(toldSince(sight, -1).flatMap(({ report }) => report?.name ?? []));
  const started = agentUsesSince(sight, -1).filter(({ outcome }) => outcome === 'in-background');
  return started.filter(({ name }) => name === undefined || !reported.has(name)).length;
}

/** Whether there is nothing to answer but what others have told. */
export function isOnlyNews(sight: VisibleContext): boolean {
  const last = sight.messages.findLastIndex(({ kind }) => kind === 'reply');
  const since = sight.messages.slice(last + 1);
  return since.length > 0 && since.every(({ kind }) => kind === 'injected');
}
