import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { EmptyState } from '../lists/empty-state.js';
import { fromOfPreset } from '../lists/period.js';
import { ButtonLink } from '../shared/links.js';
import { Page } from '../shared/page.js';
import { QueryView } from '../shared/query-view.js';
import { useReceivers } from '../shared/use-receivers.js';
import { recoverWords } from '../words/recover.words.js';
import { OrderView } from './order-view.js';
import type { Ordered } from './recoverable.js';
import { Preview } from './preview.js';
import { Refusals } from './refusals.js';
import { chosenReceivers, kindsOf } from './recover-options.js';
import { RecoverForm } from './recover-form.js';

/** Sends again what receivers missed: choose, count, confirm, follow. */
export function RecoverView() {
  const { redeliveryId } = useSearch({ from: '/recover' });
  const navigate = useNavigate({ from: '/recover' });
  const [last, setLast] = useState<Ordered>();
  const follow = (ordered: Ordered): void => {
    setLast(ordered);
    if (ordered.redeliveryIds.length > 0) void navigate({ search: { redeliveryId: ordered.redeliveryIds.join(',') } });
  };
  const refused = last?.redeliveryIds.join(',') === (redeliveryId ?? '') && <Refusals refusals={last.refusals} />;
  return redeliveryId === undefined ? (
    <NewOrder refused={refused} onChange={() => setLast(undefined)} onOrdered={follow} />
  ) : (
    <OrderView key={redeliveryId} redeliveryIds={redeliveryId.split(',')} refused={refused} />
  );
}

interface NewOrderProps {
  /** The refusals of the order before, if it sent nothing. */
  readonly refused: ReactNode;
  /** Called when the choice changes. */
  readonly onChange: () => void;
  readonly onOrdered: (ordered: Ordered) => void;
}

function NewOrder({ refused, onChange, onOrdered }: NewOrderProps) {
  const { receiverId, status, from, to } = useSearch({ from: '/recover' });
  const navigate = useNavigate({ from: '/recover' });
  const query = useReceivers();
  useEffect(() => {
    // an address without a beginning gets one, so that it means the same tomorrow
    if (from === undefined) void navigate({ search: (search) => ({ ...search, from: fromOfPreset('day', Date.now()) }), replace: true });
  }, [from, navigate]);
  return (
    <Page title={recoverWords.title} subtitle={recoverWords.intro}>
      {refused}
      <QueryView query={query}>
        {(receivers) => {
          if (receivers.length === 0 || from === undefined) return receivers.length === 0 && <NoReceivers />;
          const chosen = chosenReceivers(receivers, receiverId);
          const options = { kinds: kindsOf(status), from, ...(to !== undefined && { to }) };
          return (
            <>
              <RecoverForm
                receivers={receivers}
                chosen={chosen}
                options={options}
                onChange={(change) => {
                  onChange();
                  void navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false });
                }}
              />
              <Preview
                key={`${chosen.map((one) => one.receiverId).join()} ${JSON.stringify(options)}`}
                receivers={chosen}
                options={options}
                onOrdered={onOrdered}
              />
            </>
          );
        }}
      </QueryView>
    </Page>
  );
}

function NoReceivers() {
  return (
    <EmptyState title={recoverWords.noReceiversTitle} action={<ButtonLink to="/receivers/new">{recoverWords.createReceiver}</ButtonLink>}>
      {recoverWords.noReceivers}
    </EmptyState>
  );
}
