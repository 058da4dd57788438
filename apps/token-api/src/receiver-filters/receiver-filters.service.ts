import { Injectable } from '@nestjs/common';
import { NO_FILTER } from '#libs/contracts';
import { givenLists, refuseTooMany, valuesIn } from './filter.dto.js';
import { previewOf } from './preview.js';
import {
  type FilterValuesView,
  MOST_JUDGED,
  MOST_LISTED,
  type PreviewReceiverDto,
  type ReceiverPreviewView,
} from './receiver-filters.dto.js';
import { ReceiverFiltersRepository } from './receiver-filters.repository.js';

@Injectable()
export class ReceiverFiltersService {
  constructor(private readonly repository: ReceiverFiltersRepository) {}

  /** @throws ApiError invalid when the draft has too many values */
  async preview(account: number, { events = [], filter = {} }: PreviewReceiverDto): Promise<ReceiverPreviewView> {
    const lists = givenLists(filter);
    refuseTooMany(valuesIn(lists));
    return previewOf({ events, ...NO_FILTER, ...lists }, await this.repository.newestEvents(account, MOST_JUDGED));
  }

  async values(account: number): Promise<FilterValuesView> {
    const { parcels, counts } = await this.repository.values(account);
    const of = (name: string): FilterValuesView['couriers'] =>
      counts
        .filter(({ list }) => list === name)
        .slice(0, MOST_LISTED)
        .map(({ value, count }) => ({ value, parcels: count }));
    return {
      parcels,
      couriers: of('couriers'),
      destinationCountries: of('destinationCountries'),
      warehouses: of('warehouses'),
      languages: of('languages'),
      clients: of('clients'),
    };
  }
}
