import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { type Caller, CallerParam, NeedsScope } from '../http/access.decorator.js';
import {
  FILTER_EXAMPLES,
  FilterValuesView,
  MOST_PARCELS,
  PreviewReceiverDto,
  ReceiverPreviewView,
  VALUES_OF_DAYS,
} from './receiver-filters.dto.js';
import { ReceiverFiltersService } from './receiver-filters.service.js';

@Controller()
export class ReceiverFiltersController {
  constructor(private readonly filters: ReceiverFiltersService) {}

  @Post('receivers/preview')
  @HttpCode(200)
  @NeedsScope('read')
  @ApiOperation({
    operationId: 'previewReceiver',
    summary: 'Try the events and the filter of a receiver',
    description: 'Judges the newest events of the account as if a receiver had these settings. Nothing is stored or sent.',
  })
  @ApiBody({ type: PreviewReceiverDto, examples: { draft: { value: FILTER_EXAMPLES.draft } } })
  @ApiOkResponse({ description: 'What the receiver would have got.', type: ReceiverPreviewView, example: FILTER_EXAMPLES.preview })
  preview(@CallerParam() { account }: Caller, @Body() draft: PreviewReceiverDto): Promise<ReceiverPreviewView> {
    return this.filters.preview(account, draft);
  }

  @Get('filter-values')
  @NeedsScope('read')
  @ApiOperation({
    operationId: 'listFilterValues',
    summary: 'The values for filters',
    description: `The values that the newest ${MOST_PARCELS} parcels of the last ${VALUES_OF_DAYS} days have now. The other lists of a filter have fixed words.`,
  })
  @ApiOkResponse({ description: 'The values by list.', type: FilterValuesView, example: FILTER_EXAMPLES.values })
  values(@CallerParam() { account }: Caller): Promise<FilterValuesView> {
    return this.filters.values(account);
  }
}
