import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { EmptyState } from '../shared/empty-state.js';
import { ButtonLink } from '../shared/links.js';
import { Page } from '../shared/page.js';
import { QueryView } from '../shared/query-view.js';
import { useReceivers } from '../shared/use-receivers.js';
import { words } from '../words/words.js';
import { OrderView } from './order-view.js';
import { Preview } from './preview.js';
import { fromOfPreset, isStatus, onlyReceiver } from './wish.js';
import { WishForm } from './wish-form.js';

/** Sends again what a receiver missed: choose, count, confirm, follow. */
export function RecoverView() {
  const { redeliveryId } = useSearch({ from: '/recover' });
  return redeliveryId === undefined ? <NewOrder /> : <OrderView key={redeliveryId} redeliveryId={redeliveryId} />;
}

function NewOrder() {
  const { receiverId, status, from, to } = useSearch({ from: '/recover' });
  const navigate = useNavigate({ from: '/recover' });
  const query = useReceivers();
  useEffect(() => {
    // an address without a beginning gets one, so that it means the same tomorrow
    if (from === undefined) void navigate({ search: (search) => ({ ...search, from: fromOfPreset('day', Date.now()) }), replace: true });
  }, [from, navigate]);
  return (
    <Page title={words.recover.title} subtitle={words.recover.intro}>
      <QueryView query={query}>
        {(receivers) => {
          const [first] = receivers;
          if (first === undefined || from === undefined) return receivers.length === 0 && <NoReceivers />;
          const named = receivers.find((receiver) => receiver.receiverId === receiverId);
          const chosen = receiverId === undefined ? onlyReceiver(receivers) : receivers.length === 1 ? first : named;
          const wish = { status: isStatus(status) ? status : ('exhausted' as const), from, ...(to !== undefined && { to }) };
          return (
            <>
              <WishForm
                receivers={receivers}
                receiver={chosen}
                wish={wish}
                onChange={(change) => void navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false })}
              />
              <Preview
                key={`${chosen?.receiverId} ${JSON.stringify(wish)}`}
                receiver={chosen}
                wish={wish}
                onOrdered={(order) => void navigate({ search: { redeliveryId: order.redeliveryId } })}
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
    <EmptyState title={words.recover.noReceiversTitle} action={<ButtonLink to="/receivers/new">{words.recover.createReceiver}</ButtonLink>}>
      {words.recover.noReceivers}
    </EmptyState>
  );
}
