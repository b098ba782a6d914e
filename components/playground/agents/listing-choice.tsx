'use client';

import { type ComponentProps, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CallLink } from '@/components/ui/call-link';
import type { OwnSetup } from '@/lib/agent/journal/entry';
import type { AgentsView } from '@/lib/agent/view/agents-view';
import type { ShownSetup } from '@/lib/agent/view/run-view';
import { exactNumber } from '@/lib/series/words/format-number';
import { listCostWords } from '@/lib/state/playground/agents/agent-words';
import { AgentPolicy } from './agent-policy';
import styles from './agents.module.css';
import { CompareListings } from './listing-comparison';

interface ListingChoiceProps {
  readonly view: Pick<AgentsView, 'listing' | 'listChanges' | 'definitions'>;
  readonly setup: Pick<ShownSetup, 'own' | 'isFixed'>;
  /** Of the context now. */
  readonly contextTokens: number;
  readonly isOurs: boolean;
  compare: ComponentProps<typeof CompareListings>['compare'];
  onSetUp(own: OwnSetup): void;
  /** On the current files. */
  onNew(own: OwnSetup): void;
  onSelectCall(call: number): void;
}

type Listing = NonNullable<OwnSetup['agents']> | 'off';

const titles: Readonly<Record<Listing, string>> = {
  off: 'Off: the agent has no tool for them',
  'in-tool': 'On, listed in the description of the tool Agent',
  'in-message': 'On, listed in a message',
};
const listings = ['off', 'in-tool', 'in-message'] as const satisfies readonly Listing[];

/** [O3] Whether the agent may start others, and where it finds their list; with what a change of it costs. */
export function ListingChoice(props: ListingChoiceProps) {
  const { view, setup, contextTokens, isOurs, compare, onSetUp, onNew, onSelectCall } = props;
  const { own, isFixed } = setup;
  const [next, setNext] = useState<Listing>();
  const now = own.agents ?? 'off';
  const shown = next ?? now;
  const choose = (listing: Listing) => {
    if (isFixed) setNext(listing === now ? undefined : listing);
    else onSetUp(withListing(own, listing));
  };
  const { listTokens } = view.definitions;
  const costs = listCostWords(contextTokens, listTokens);
  return (
    <div className={styles.section}>
      <fieldset className={styles.choices} disabled={!isOurs}>
        <legend className="visually-hidden">Agents of this run</legend>
        {listings.map((listing) => (
          <label key={listing} className={styles.choice}>
            <input type="radio" name="agents-listing" checked={shown === listing} onChange={() => choose(listing)} />
            {titles[listing]}
          </label>
        ))}
      </fieldset>
      {shown !== 'off' && <AgentPolicy own={own} isDisabled={isFixed || !isOurs} onSetUp={onSetUp} />}
      {isFixed && (
        <div className={styles.head}>
          <p className={styles.muted}>This run has started, so its tools stay as they are.</p>
          {next !== undefined && (
            <Button look="main" onClick={() => onNew(withListing(own, next))}>
              New run with this choice
            </Button>
          )}
        </div>
      )}
      <p className={styles.muted}>
        The list has {exactNumber(listTokens)} tokens, by our count. {costs['in-tool']} {costs['in-message']}
      </p>
      {view.listChanges.length > 0 && (
        <ListChanges changes={view.listChanges} listing={view.listing} onSelectCall={onSelectCall} />
      )}
      {isFixed && <CompareListings compare={compare} />}
    </div>
  );
}

interface ListChangesProps {
  readonly changes: AgentsView['listChanges'];
  readonly listing: AgentsView['listing'];
  onSelectCall(call: number): void;
}

/** What the changes of the list in this run have cost: beside a run with the other choice, the comparison. */
function ListChanges({ changes, listing, onSelectCall }: ListChangesProps) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label="Changes of the list">
        <thead>
          <tr>
            <th scope="col">List changed before</th>
            <th scope="col">Where</th>
            <th scope="col">Read from cache, call before</th>
            <th scope="col">Read from cache</th>
            <th scope="col">Written or sent again</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ call, readBefore, at }) => (
            <tr key={call}>
              <td>
                <CallLink call={call} onSelectCall={onSelectCall} />
              </td>
              <td>{listing === 'in-tool' ? 'description' : 'message'}</td>
              <td>{exactNumber(readBefore)}</td>
              <td>{at === undefined ? 'not made yet' : exactNumber(at.read)}</td>
              <td>{at !== undefined && exactNumber(at.sent - at.read)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function withListing(own: OwnSetup, listing: Listing): OwnSetup {
  const { agents: _, ...rest } = own;
  return listing === 'off' ? rest : { ...rest, agents: listing };
}
