import { RuleTag } from '@/components/rules/rule-tag';
import { EditRulesButton } from '@/components/session-rules/edit-rules-button';
import type { LostGroup, LostGroupName, LostItem } from '@/lib/fidelity/scores/worth-reading';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import { itemFate, originWords, soughtText, worthWords } from '@/lib/series/words/score-words';
import type { MessageRow } from '@/lib/worker/engine/messages';
import styles from './losses-block.module.css';
import { PlaceLinks } from './place-links';
import { TwoLineList } from './two-line-list';

interface WorthReadingProps {
  readonly groups: readonly LostGroup[];
  readonly rows: readonly MessageRow[];
  /** Not of a session that the page does not have open. */
  readonly canEditRules?: boolean;
  /** `text`: the text to find there. */
  onShow(messageIndex: number, partIndex: number, text: string): void;
}

const titles: Readonly<Record<LostGroupName, string>> = {
  rules: 'Rules',
  'open-tasks': 'Open tasks',
  files: 'Files',
  decisions: 'Decisions',
  values: 'Values',
};
const tags = { rules: 'K4', 'open-tasks': 'K5', files: 'K3', decisions: 'K10', values: 'K2' } as const;

/** What was lost, by group, the most likely to matter first. */
export function WorthReading({ groups, rows, canEditRules = true, onShow }: WorthReadingProps) {
  if (groups.length === 0) return null;
  return (
    <>
      <h4>Lost, worth reading</h4>
      <p className={styles.muted}>Needed later first, then named by the user, then rare.</p>
      {groups.map(({ group, count, items, common }) => (
        <div key={group} data-group={group}>
          <p>
            {titles[group]} <span className={styles.muted}>{exactNumber(count)}</span> <RuleTag rule={tags[group]} />{' '}
            {group === 'rules' && canEditRules && <EditRulesButton />}
          </p>
          {items.length > 0 && (
            <TwoLineList
              label={`${titles[group]}, lost`}
              items={items}
              textOf={({ text }) => text}
              noteOf={(item) => <Note group={group} item={item} rows={rows} onShow={onShow} />}
            />
          )}
          {(count > items.length || common > 0) && (
            <p className={styles.muted}>
              {count > items.length && `The first ${exactNumber(items.length)} are listed. `}
              {common > 0 && `Not listed: ${counted(common, 'common value')} and code, such as git status.`}
            </p>
          )}
        </div>
      ))}
    </>
  );
}

interface NoteProps extends Pick<WorthReadingProps, 'rows' | 'onShow'> {
  readonly group: LostGroupName;
  readonly item: LostItem;
}

/** Where it was, where it was needed, and whether it was read again before. */
function Note({ group, item, rows, onShow }: NoteProps) {
  const { given, origin, was, used, shownAgain, readAgain, worth, isNamedByUser: isNamed } = item;
  const isNamedAlone = isNamed && worth === undefined && group !== 'rules' && group !== 'decisions';
  const said = [
    given === undefined ? undefined : itemFate({ state: 'changed', given }),
    group === 'rules' ? originWords[origin ?? 'found'] : undefined,
    worth === undefined ? undefined : worthWords(worth),
    isNamedAlone ? 'named by the user' : undefined,
    was === undefined && group !== 'rules' ? 'from a summary' : undefined,
  ].filter((word) => word !== undefined);
  return (
    <>
      <PlaceLinks
        fate={said.length === 0 ? undefined : said.join(' · ')}
        places={readAgain === undefined ? item : { was, shownAgain, readAgain }}
        rows={rows}
        onShow={(message, part) => onShow(message, part, soughtText(item))}
      />
      {used !== undefined && shownAgain === undefined && readAgain === undefined && ' · not read again'}
    </>
  );
}
